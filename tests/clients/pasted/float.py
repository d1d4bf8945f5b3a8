table.put_item(Item={"id": "a", "price": 9.99})
