export function Soup({ price }: { price: number }) {
  return <p>{`Soup of the day, ${price} dollars`}</p>;
}
