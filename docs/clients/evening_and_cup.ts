/** Plays a night and a cup to the end with types that were generated from the description.
 *
 * Node 22.6 or newer. Make the types first, then let it play:
 *
 *     npm ci
 *     npm run generate -- http://127.0.0.1:8000/api/openapi.yaml --output spoil_five.d.ts
 *     npm run check
 *     npm run play -- http://127.0.0.1:8000 TOKEN
 *
 * TOKEN is of somebody who may open clubs (docs/api.md says how to make one). At the night's table
 * two bots play against this program, which always does the first thing that it may.
 */

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import createClient from "openapi-fetch";
import type { components, paths } from "./spoil_five.d.ts";

type Table = components["schemas"]["WholeTable"];

const NAMES = ["Peg Mulvihill", "Jerry Stack", "Con Houlihan", "Nell Roche"];
const OPENING = 50;
const FEE = 10;

const [address, token] = process.argv.slice(2);
if (!address || !token) throw new Error("Say where the service is, and who you are.");
const site = createClient<paths>({
  baseUrl: address,
  headers: { Authorization: `Token ${token}` },
});

/** What the service answers; a refusal ends the program with its own words. */
async function told<Body>(asked: Promise<{ data?: Body; error?: unknown }>): Promise<Body> {
  const { data, error } = await asked;
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

/** Repeated with the same key, an order is carried out once. */
const key = () => ({ "Idempotency-Key": randomUUID() });

/** One round of two deals at a table of three, and the chips back in the purses. */
async function playNight(club: number, me: number, others: number[]): Promise<void> {
  const planned = await told(
    site.POST("/api/v1/nights", {
      params: { header: key() },
      body: {
        club,
        starts_at: new Date().toISOString(),
        mode: "online",
        buy_in_chips: 20,
        deals_limit: 2,
        turn_seconds: 300,
      },
    }),
  );
  const path = { id: planned.id };
  await told(site.POST("/api/v1/nights/{id}/open", { params: { path } }));
  const here = { params: { path } };
  await told(site.POST("/api/v1/nights/{id}/check-in", { ...here, body: { members: [me] } }));
  await told(
    site.POST("/api/v1/nights/{id}/check-in", {
      ...here,
      body: { members: others, bot_level: "thumb" },
    }),
  );
  await told(site.POST("/api/v1/nights/{id}/seat", { params: { path, header: key() } }));
  const opened = await told(
    site.POST("/api/v1/nights/{id}/open-tables", { params: { path, header: key() } }),
  );
  check("tables" in opened, "no dry run was asked for");
  const table = opened.tables[0]?.table;
  check(typeof table === "number", "the table is open");
  while (await play(table)) {}
  await told(
    site.POST("/api/v1/nights/{id}/end-round", {
      params: { path, header: key() },
      body: { round: 1 },
    }),
  );
  const closed = await told(
    site.POST("/api/v1/nights/{id}/close", { params: { path, header: key() } }),
  );
  check(closed.status === "closed", "the night is closed");
}

/** Do the first thing that is allowed, if it is our turn; whether the table plays on. */
async function play(id: number): Promise<boolean> {
  const seen = await told(site.GET("/api/v1/tables/{id}", { params: { path: { id } } }));
  if (seen.closed_at !== null || seen.deals_limit === dealsOver(seen)) return false;
  const action = seen.deal?.view?.legal[0];
  if (seen.deal?.view && action !== undefined) {
    await told(
      site.POST("/api/v1/deals/{id}/actions", {
        params: { path: { id: seen.deal.id } },
        body: { ply: seen.deal.view.ply, action },
      }),
    );
  } else {
    await sleep(100);
  }
  return true;
}

function dealsOver({ deal }: Table): number {
  return deal === null ? 0 : deal.number - (deal.settled_at === null ? 1 : 0);
}

/** Bots play for four entrants, over two rounds, until the prizes are paid. */
async function playCup(club: number): Promise<void> {
  const announced = await told(
    site.POST("/api/v1/tournaments", {
      params: { header: key() },
      body: {
        club,
        name: "Friday cup",
        entry_chips: FEE,
        prize_percents: [70, 30],
        stages: [
          {
            format: "rotation",
            rounds_count: 2,
            deals_a_round: 2,
            table_size: 4,
            starting_stack: 40,
          },
        ],
      },
    }),
  );
  const path = { id: announced.id };
  const entered = await told(
    site.POST("/api/v1/tournaments/{id}/enter-many", {
      params: { path, header: key() },
      body: { entries: NAMES.map((name) => ({ name, bot_level: "thumb" as const })) },
    }),
  );
  check(entered.entered === NAMES.length, "everybody is in");
  await told(site.POST("/api/v1/tournaments/{id}/start", { params: { path, header: key() } }));
  const cup = () => told(site.GET("/api/v1/tournaments/{id}", { params: { path } }));
  while ((await cup()).status !== "paid") await sleep(200);
  for (const line of await told(
    site.GET("/api/v1/tournaments/{id}/standings", { params: { path } }),
  ))
    console.log(`${line.rank}. ${line.name}: ${line.reason}`);
  const prizes = await told(site.GET("/api/v1/tournaments/{id}/prizes", { params: { path } }));
  const paid = prizes.reduce((sum, prize) => sum + prize.chips, 0);
  check(paid === FEE * NAMES.length, "the whole fund is paid");
}

/** What the evening brought: every line, and what is left. */
async function readStatement(id: number): Promise<void> {
  const statement = await told(
    site.GET("/api/v1/accounts/{id}/statement", { params: { path: { id } } }),
  );
  for (const { chips, words } of statement.results) console.log(`${chips} ${words}`);
  const moved = statement.results.reduce((sum, { chips }) => sum + chips, 0);
  check(statement.closing_chips === statement.opening_chips + moved, "the statement adds up");
  check(statement.closing_chips === statement.account.chips, "the purse holds what it says");
}

function check(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new Error(`Different: ${what}`);
}

const name = `Clients ${randomUUID().slice(0, 6)}`;
const { id: club } = await told(
  site.POST("/api/v1/clubs", {
    params: { header: key() },
    body: { name, opening_chips: OPENING },
  }),
);
await told(
  site.POST("/api/v1/members/add-many", {
    params: { header: key() },
    body: { club, members: NAMES.map((name) => ({ name })) },
  }),
);
const { results: members } = await told(
  site.GET("/api/v1/members", { params: { query: { club } } }),
);
const others = members.filter(({ player }) => NAMES.includes(player.name)).map(({ id }) => id);
const me = members.find(({ player }) => !NAMES.includes(player.name));
check(me !== undefined, "who opens a club is its first member");
await playNight(club, me.id, others.slice(0, 2));
await playCup(club);
check(me.purse !== null, "everybody sees their own purse");
await readStatement(me.purse);
console.log("The night is closed, and the prizes of the cup are paid.");
