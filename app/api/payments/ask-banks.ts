import { GATEWAY_NAMES, type GatewayName } from '#app/rules/constants.ts'

/** How long a bank is asked in one run of the minute job, whose other work waits meanwhile. Source: *ours*. */
const ASK_FOR_MS = 30_000

type Asking<Item> = {
  /** What a bank is to be asked about, the most urgent first. */
  read: (gateway: GatewayName) => Promise<Item[]>
  ask: (item: Item) => Promise<unknown>
  askForMs?: number | undefined
}

/**
 * Asks all banks side by side, each about one thing after the other. A bank that does not answer takes 20 s for each, so
 * no bank is asked any more once `askForMs` have passed: the rest has its turn in the next run. Returns the errors.
 */
export async function askBanks<Item>({ read, ask, askForMs = ASK_FOR_MS }: Asking<Item>): Promise<unknown[]> {
  const errors: unknown[] = []
  await Promise.all(
    GATEWAY_NAMES.map(async (gateway) => {
      const items = await read(gateway).catch((error: unknown) => {
        errors.push(error)
        return []
      })
      const began = performance.now()
      for (const item of items) {
        if (performance.now() - began >= askForMs) return
        await ask(item).catch((error: unknown) => errors.push(error))
      }
    }),
  )
  return errors
}
