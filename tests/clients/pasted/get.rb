client = Aws::DynamoDB::Client.new
client.get_item({ table_name: "Users", key: { "id" => "7" } })
