import { askedRarely } from './asked-rarely.server.ts'

/** The currencies of the selector: id, code and name of each in the API's list (§7). */
export const currencyList = askedRarely('currencies', async ({ places }) => {
  const { data } = await places.currencies()
  return data.map(({ id, code, name }): ListedCurrency => [id, code, name])
})

/** Id, code and name. */
type ListedCurrency = [id: number, code: string, name: string]
