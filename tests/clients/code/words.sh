aws dynamodb put-item \
  --table-name Orders \
  --item '{
    "CustomerId": {"S": "It'\''s \"C1\" \\ \\n $HOME $(ls) `x` {y} !z"},
    "OrderId": {"N": "12345678901234567890123456789012345678"},
    "lines": {"S": "one\ntwo\tthree\r\n"},
    "words": {"S": "naïve 日本 🙂 \u202ehidden\u200b \u0000 ${x}"},
    "empty": {"S": ""},
    "exact": {"NS": ["0.1", "199.990", "-1E-130", "9.9E+125", "9007199254740993"]},
    "texts": {"SS": ["a", "it'\''s", "\"b\""]},
    "nested": {
      "M": {"with space": {"L": [{"NULL": true}, {"BOOL": false}]}, "it'\''s": {"M": {}}}
    }
  }' \
  --return-consumed-capacity INDEXES \
  --return-item-collection-metrics SIZE
