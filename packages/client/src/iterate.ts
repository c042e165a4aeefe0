interface Page<Item> {
  results: Item[]
  next: string | null
}

/**
 * Everything in a list, page by page: `for await (const car of iterate(client.company.fleet.list, { state: 'OFFERED' })) …`. A page is
 * read when the one before is used up.
 */
export async function* iterate<Input extends { page?: number | undefined }, Item>(
  list: (input: Input) => Promise<Page<Item>>,
  input: Input,
): AsyncGenerator<Item, void, undefined> {
  for (let page = input.page ?? 1; ; page++) {
    const { results, next } = await list({ ...input, page })
    yield* results
    if (next === null || results.length === 0) return
  }
}
