PutItemRequest request = PutItemRequest.builder()
    .tableName("Users")
    .item(Map.of("id", AttributeValue.builder().s("7").build()))
    .build();
client.putItem(request);
