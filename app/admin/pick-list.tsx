import type { ReactNode } from "react";
import type { DecisionReply } from "#app/admin/decision.ts";
import { type DecisionButton, DecisionForm } from "#app/admin/decision-form.tsx";
import { LostReason } from "#app/admin/lost-input.tsx";
import { type Column, Table } from "#app/admin/table.tsx";

type Props<Row> = {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  /** The id and the version of a row, and what it is called. */
  about: (row: Row) => { id: string; version: number; name: string };
  /** True if none of the buttons can decide about a row. */
  isFixed: (row: Row) => boolean;
  /** The decisions that at least one row allows. */
  buttons: DecisionButton[];
  reasonHint?: string;
  /** Asks for the rule that a decision against a user rests on. */
  asksRule?: boolean;
  /** The page is about its only row, which is chosen from the start. */
  isAboutOne?: boolean;
  /** Shown if there are no rows. */
  empty: ReactNode;
  reply: DecisionReply | null;
};

/** A table whose rows can be chosen, and one form that decides on all chosen rows. */
export function PickList<Row>(props: Props<Row>) {
  const { label, columns, rows, about, isFixed, buttons, reasonHint, empty, reply } = props;
  const first = rows.find((row) => !isFixed(row));
  const choose: Column<Row> = {
    label: "Choose",
    isAction: true,
    cell: (row) => {
      const { id, version, name } = about(row);
      const value = `${id}:${version}`;
      const isChosen = reply ? reply.picked?.includes(value) : props.isAboutOne;
      if (isFixed(row)) return null;
      return <Choice id={row === first ? choiceId : undefined} {...{ value, name, isChosen }} />;
    },
  };
  const table = (all: Column<Row>[]) => (
    <Table label={label} columns={all} rows={rows} keyOf={(row) => about(row).id} />
  );
  if (buttons.length === 0)
    return (
      <>
        {reply ? <LostReason reply={reply} /> : null}
        {rows.length > 0 ? table(columns) : empty}
      </>
    );
  return (
    <DecisionForm
      className="picks stack"
      reply={reply && withoutChoice(reply)}
      errors={first && { [choiceId]: reply?.errors.pick }}
      reasonId="reason"
      reasonHint={reasonHint}
      asksRule={props.asksRule}
      rows={1}
      buttons={buttons}
    >
      {table([choose, ...columns])}
    </DecisionForm>
  );
}

/** The id of the first row's choice, to which the error summary links if nothing was chosen. */
const choiceId = "pick";

/** The reply without the error that the summary shows as a link to the choices. */
function withoutChoice(reply: DecisionReply): DecisionReply {
  return reply.formError === reply.errors.pick?.[0] ? { ...reply, formError: null } : reply;
}

function Choice(props: { id: string | undefined; value: string; name: string; isChosen?: boolean }) {
  const { id, value, name, isChosen } = props;
  return (
    <label className="pick">
      <input type="checkbox" id={id} name="pick" value={value} defaultChecked={isChosen} />
      <span className="vh">{`Choose ${name}`}</span>
    </label>
  );
}
