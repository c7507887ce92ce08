export type Figure = {
  what: string;
  value: number;
  unit: string;
  limit: string | null;
  holds: boolean | null;
  note?: string;
};
