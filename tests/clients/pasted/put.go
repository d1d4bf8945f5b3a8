package main

func put(svc *dynamodb.Client) {
	_, err := svc.PutItem(context.TODO(), &dynamodb.PutItemInput{
		TableName: aws.String("Users"),
	})
}
