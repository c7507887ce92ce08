import { expect, it } from "vitest";
import { z } from "zod";
import { readForm, requireForm, unreadableForm } from "#app/lib/forms.ts";
import { steepStep } from "#tests/lib/growth.ts";

const form = z.object({
  email: z.string().trim().toLowerCase().pipe(z.email("Invalid email address")),
  note: z.string().default(""),
  pictures: z.array(z.object({ alt: z.string().optional() })).default([]),
});

function posted(body: BodyInit, type?: string): Request {
  const headers: HeadersInit = type ? { "Content-Type": type } : {};
  return new Request("https://shop.example/", { method: "POST", body, headers });
}

const urlencoded = (text: string) => posted(text, "application/x-www-form-urlencoded");

it("A form within its limits is parsed with its schema, including lists and further fields", async () => {
  const body = "email=Ann%40Example.com&note=a%26b+c&pictures[0].alt=A+bowl&pictures[100].alt=B&token=t";
  const sent = await readForm(urlencoded(body), form, ["token"]);
  expect([sent.refusal, sent.fields.get("token")]).toEqual([null, "t"]);
  const submission = sent.parse(form);
  expect(submission.status === "success" && [submission.value.email, submission.value.note]).toEqual([
    "ann@example.com",
    "a&b c",
  ]);
});

it("A multipart form is parsed with its texts and files", async () => {
  const body = new FormData();
  body.append("email", "ann@example.com");
  body.append("files", new File(["%PDF"], "a.pdf"));
  const sent = await readForm(posted(body), form, ["files"]);
  const file = sent.fields.get("files");
  expect([sent.refusal, file instanceof File && file.name]).toEqual([null, "a.pdf"]);
});

it.each([
  ["301 fields", "email=v&".repeat(301)],
  ["a name of 101 characters", `${"n".repeat(101)}=v`],
  ["an unknown name", "email=v&role=operator"],
  ["an index of 101", "pictures[101].alt=v"],
  ["a deeper name than the schema has", "pictures[0].alt.x=v"],
  ["a value as a list", "email[0]=v"],
  ["an index by name", "pictures.0.alt=v"],
  ["a name of the language", "__proto__=v"],
  ["conform's intent", "email=v&__intent__=x"],
  ["conform's state", "email=v&__state__=x"],
  ["an empty name", "email=v&=v"],
])("A form with %s is refused as a whole", async (_, text) => {
  const submission = (await readForm(urlencoded(text), form)).parse(form);
  expect(submission.status).toBe("error");
  expect(submission.reply().error).toEqual({ "": [unreadableForm] });
});

it("A refused form keeps what was typed into its known fields, each truncated", async () => {
  const text = `email=ann&note=${"x".repeat(20_000)}&role=operator&pictures[0].alt=A+bowl`;
  const reply = (await readForm(urlencoded(text), form)).parse(form).reply();
  expect(reply.initialValue).toEqual({
    email: "ann",
    note: "x".repeat(10_000),
    pictures: [{ alt: "A bowl" }],
  });
});

it("A body that is not a form, and one that was cut off, are refused", async () => {
  for (const request of [
    posted("{}", "application/json"),
    posted("email=v", "text/plain"),
    posted("", "multipart/form-data"),
    posted("--x\r\nContent-Disp", "multipart/form-data; boundary=x"),
  ])
    expect((await readForm(request, form)).refusal).toBe(unreadableForm);
  await expect(requireForm(posted("{}", "application/json"), ["intent"])).rejects.toMatchObject({
    data: unreadableForm,
    init: { status: 400 },
  });
});

it("The texts of a form may have 64 KB in total, with or without files", async () => {
  const body = new FormData();
  body.append("note", "x".repeat(65 * 1024));
  body.append("files", new File(["%PDF"], "a.pdf"));
  const sent = await readForm(posted(body), form, ["files"]);
  expect([sent.refusal, sent.fields.has("files")]).toEqual([unreadableForm, false]);
});

it("NUL is removed from every text", async () => {
  const sent = await readForm(urlencoded("note=a%00b"), form);
  expect([sent.refusal, sent.fields.get("note")]).toEqual([null, "ab"]);
});

it("However many fields a body has, at most 300 are parsed", async () => {
  let made = 0;
  const append = FormData.prototype.append;
  FormData.prototype.append = function (this: FormData, name: string, value: string | Blob) {
    made++;
    append.call(this, name, value as never);
  };
  try {
    await readForm(urlencoded("email=v&".repeat(100_000)), form);
    const part = '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\nv\r\n';
    const parts = posted(`${part.repeat(100_000)}--x--\r\n`, "multipart/form-data; boundary=x");
    expect((await readForm(parts, form)).refusal).toBe(unreadableForm);
  } finally {
    FormData.prototype.append = append;
  }
  expect(made).toBe(300);
});

const partOf = (head: string, value = "v") => `--x\r\n${head}\r\n\r\n${value}\r\n`;
const named = (name: string) => `Content-Disposition: form-data; name="${name}"`;
const multipart = (text: string, type = "multipart/form-data; boundary=x") => posted(text, type);

it("The header of a part has at most 1 KB; the names of fields and files fit", async () => {
  const fileName = `${"é".repeat(255)}.pdf`;
  const most = partOf(`${named("files")}; filename="${fileName}"\r\nContent-Type: application/pdf`, "%PDF");
  const sent = await readForm(multipart(`${most}--x--\r\n`), form, ["files"]);
  const file = sent.fields.get("files");
  expect([sent.refusal, file instanceof File && file.name]).toEqual([null, fileName]);
  for (const head of [`${named("note")}; x="${"y".repeat(1024)}"`, "y".repeat(2000)])
    expect((await readForm(multipart(`${partOf(head)}--x--\r\n`), form)).refusal).toBe(unreadableForm);
});

it("NUL in the name of a file does not refuse the form", async () => {
  const part = partOf(`${named("files")}; filename="a\0b.pdf"\r\nContent-Type: application/pdf`, "%PDF");
  const sent = await readForm(multipart(`${part}--x--\r\n`), form, ["files"]);
  const file = sent.fields.get("files");
  expect([sent.refusal, file instanceof File && file.name]).toEqual([null, "a_b.pdf"]);
});

it.each([
  ["a boundary longer than 70 characters", `multipart/form-data; boundary=${"x".repeat(71)}`, "x".repeat(71)],
  ["no boundary", "multipart/form-data", ""],
])("A multipart form with %s is refused", async (_, type, boundary) => {
  const body = `--${boundary}\r\n${named("note")}\r\n\r\nv\r\n--${boundary}--\r\n`;
  expect((await readForm(multipart(body, type), form)).refusal).toBe(unreadableForm);
});

it("The parts are counted with the boundary that the parser uses", async () => {
  const type = 'multipart/form-data; x="; boundary=other"; boundary=x';
  const body = `--other\r\n${partOf(named("note")).repeat(301)}--x--\r\n--other--\r\n`;
  expect((await readForm(multipart(body, type), form)).refusal).toBe(unreadableForm);
});

it.each([
  ["NUL in a header without an end", (length: number) => `--x\r\n${"\0".repeat(length)}`],
  ["NUL in the only header", (length: number) => `--x\r\n${"\0".repeat(length)}\r\n\r\nv\r\n--x--\r\n`],
  ["NUL in 100 headers", (length: number) => partOf("\0".repeat(length / 100)).repeat(100)],
  ["parts without an end", (length: number) => "--x\r\n".repeat(length / 5)],
  ["almost boundaries", (length: number) => `--x\r\n${named("note")}\r\n\r\n${"\r\n--".repeat(length / 4)}`],
  ["line ends", (length: number) => `--x\r\n${"\r\n".repeat(length / 2)}`],
])("The time to read a multipart form grows in proportion to its bytes: %s", async (_, bodyOf) => {
  const run = (length: number) => {
    const body = bodyOf(length);
    return () => readForm(multipart(body), form);
  };
  expect(await steepStep(run)).toBeNull();
});
