// The example of `embed.md`: a button sends a request to the sandbox in the element, and the page shows what it costs.

const box = document.querySelector("#tasks");
const price = document.querySelector("#price");
const button = document.querySelector("#finish");

button.addEventListener("click", async () => {
  button.disabled = true;
  try {
    await box.run("UpdateItem", {
      TableName: "Tasks",
      Key: { TaskId: { S: "T-1" } },
      UpdateExpression: "REMOVE DueDate",
    });
    await box.step();
  } catch (error) {
    price.textContent = error.message;
  }
});

box?.addEventListener("sparsebox-operation", ({ detail }) => {
  const parts = detail.parts.map(({ table, index, units }) => `${index ?? table} ${units}`);
  price.textContent = `${detail.operation}: ${detail.writeUnits} write units = ${parts.join(" + ")}`;
});
