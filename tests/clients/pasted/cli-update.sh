aws dynamodb update-item \
    --table-name MusicCollection \
    --key '{"Artist":{"S":"No One You Know"},"Song":{"S":"Call Me Today"}}' \
    --update-expression "SET #Y = :y, #AT = :t" \
    --expression-attribute-names '{"#Y":"Year","#AT":"AlbumTitle"}' \
    --expression-attribute-values '{":y":{"N": "2016"},":t":{"S":"Louder Than Ever"}}'  \
    --return-values ALL_NEW --return-consumed-capacity TOTAL | jq '.Attributes'
