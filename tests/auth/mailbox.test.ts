import { expect, it } from "vitest";
import { mailboxOf } from "#app/auth/mailbox.ts";

it("At large mail hosts, addresses that differ only in tags or dots are one mailbox; at other hosts they are not", () => {
  for (const [address, mailbox] of [
    ["A.nn+shop@GoogleMail.com", "ann@gmail.com"],
    ["ann@gmail.com", "ann@gmail.com"],
    ["an.n+a+b@outlook.com", "an.n@outlook.com"],
    ["ann+x@me.com", "ann@icloud.com"],
    ["an.n+x@pm.me", "ann@proton.me"],
    ["a.nn+shop@example.test", "a.nn+shop@example.test"],
    ["ann+x@gmail.com.example.test", "ann+x@gmail.com.example.test"],
    ["+shop@gmail.com", "+shop@gmail.com"],
    ["@gmail.com", "@gmail.com"],
    ["constructor", "constructor"],
    ["ann@constructor", "ann@constructor"],
  ])
    expect([address, mailboxOf(address ?? "")]).toEqual([address, mailbox]);
});
