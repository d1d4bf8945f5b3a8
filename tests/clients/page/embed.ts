// The element <sparse-box>, as a page of docs uses it. The compiler checks this file and does not run it.

import type { EmbedEvent, OperationEvent, Reply, Request, SparseBox } from "../../../static/embed/sparse-box.js";

export async function use(box: SparseBox): Promise<string> {
  box.addEventListener("sparsebox-operation", ({ detail }) => show(detail));
  const reply: object | null = await box.run("Scan", { TableName: "Orders" });
  await box.setTheme("dark");
  // @ts-expect-error: there is no such theme.
  await box.setTheme("red");
  return reply === null ? box.getLink() : box.getState();
}

function show({ operation, writeUnits, parts }: OperationEvent): string {
  return `${operation}: ${writeUnits} = ${parts.map(({ table, index, units }) => `${index ?? table} ${units}`).join(" + ")}`;
}

export function ask(port: MessagePort): void {
  const request: Request = { id: 1, method: "run", operation: "Scan", request: "{}" };
  port.onmessage = ({ data }: MessageEvent<Reply | EmbedEvent>) => {
    if ("event" in data) console.log(data.event);
    else if (!data.ok) console.log(data.error.code);
  };
  port.postMessage(request);
}
