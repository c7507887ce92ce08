import { Form, useNavigate } from "@remix-run/react";
import type { FormEvent, ReactNode } from "react";

type Props = {
  action: string;
  /** The address for what the fields hold. */
  pathOf: (params: URLSearchParams) => string;
  /** The accessible name. */
  label: string;
  role?: "search";
  /** Among them `FilterFields`. */
  children: ReactNode;
};

/**
 * The GET form around `FilterFields`. It works without scripts. With scripts, empty fields do not appear in
 * the address, and the page does not scroll when a filter is applied.
 */
export function FilterForm({ action, pathOf, label, role, children }: Props) {
  const navigate = useNavigate();
  function go(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    navigate(pathOf(paramsOf(event.currentTarget)), {
      preventScrollReset: submitter?.closest(".filters") != null,
    });
  }
  // Without `autoComplete="off"`, the browser would restore earlier choices that the address does not have.
  return (
    <Form action={action} role={role} aria-label={label} autoComplete="off" onSubmit={go}>
      {children}
    </Form>
  );
}

/** What a form's fields hold now, as the parameters of an address. */
export function paramsOf(form: HTMLFormElement): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of new FormData(form)) params.append(name, String(value));
  return params;
}
