aws dynamodb put-item \
  --table-name Orders \
  --item '{
    "CustomerId": {"S": "It'\''s \"C1\" \\ $HOME `x` {y}"},
    "OrderId": {"N": "12345678901234567890123456789012345678"},
    "lines": {"S": "one\ntwo\tthree\r\n"},
    "words": {"S": "naïve 日本 🙂 \u202ehidden\u200b \u0000 ${x}"},
    "empty": {"S": ""},
    "small": {"N": "-0.000000000000000000000000000012345"},
    "smallest": {"N": "1E-130"},
    "large": {"N": "1E+100"},
    "decimal": {"N": "199.990"},
    "integer": {"N": "9007199254740993"},
    "binary": {"B": "AAF/gP8nIlxhCg=="},
    "none": {"B": ""},
    "yes": {"BOOL": true},
    "no": {"BOOL": false},
    "nothing": {"NULL": true},
    "list": {"L": [{"N": "1"}, {"S": "two"}, {"L": []}, {"M": {}}, {"B": "/w=="}]},
    "map": {"M": {"with space": {"S": "a"}, "for": {"N": "2"}, "it'\''s": {"NULL": true}}},
    "strings": {"SS": ["a", "it'\''s", "\"b\""]},
    "numbers": {"NS": ["1", "2.5", "12345678901234567890.5"]},
    "integers": {"NS": ["3", "-1"]},
    "binaries": {"BS": ["AP8=", "YQ=="]}
  }' \
  --return-consumed-capacity INDEXES
