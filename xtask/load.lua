-- What wrk sends: the requests of a file, one on each line, again and again. `cargo xtask bench --endpoint` writes the file.
--
-- wrk -t1 -c8 -d5s -s load.lua http://127.0.0.1:8000 -- PutItem requests.txt

local texts, place = {}, 0

function init(arguments)
  local headers = {
    ["Content-Type"] = "application/x-amz-json-1.0",
    ["X-Amz-Date"] = "20260101T000000Z",
    ["X-Amz-Target"] = "DynamoDB_20120810." .. arguments[1],
    ["Authorization"] = "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, "
      .. "SignedHeaders=host, Signature=0",
  }
  for line in io.lines(arguments[2]) do
    texts[#texts + 1] = wrk.format("POST", "/", headers, line)
  end
end

function request()
  place = place % #texts + 1
  return texts[place]
end

-- Calls per second, latency in microseconds at 50 and 99 percent, calls, and how many of them failed.
function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  print(string.format(
    "RESULT %d %d %d %d %d",
    summary.requests * 1000000 / summary.duration,
    latency:percentile(50), latency:percentile(99), summary.requests, failed
  ))
end
