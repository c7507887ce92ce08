import { useLoaderData } from "@remix-run/react";
import styles from "./page.css?inline";
import { price } from "./prices.server.ts";
import { Soup } from "./soup.tsx";

export const loader = () => ({ price, build: import.meta.env.BUILD_ID });

export default function Menu() {
  const data = useLoaderData<typeof loader>();
  return (
    <html lang="en">
      <head>
        <title>{`build ${data.build} `}</title>
        <style id="css">{styles}</style>
      </head>
      <body>
        <Soup price={data.price} />
      </body>
    </html>
  );
}
