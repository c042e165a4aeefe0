import type { RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import type { Voucher } from '#app/contract/reservations/reservations.ts'
import { PublicId } from '#app/contract/shapes/shapes.ts'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'

export type VoucherFacts = z.infer<typeof Voucher>

/**
 * The reservation with the unguessable id in an address; anybody who knows the id may see it. Throws the 404 answer for
 * anything else, also for a reservation's readable number, which gives no access (decisions.md, "Identity and access").
 */
export async function voucherAt(
  context: Readonly<RouterContextProvider>,
  id: string | null | undefined,
): Promise<VoucherFacts> {
  const known = PublicId.safeParse(id)
  if (!known.success) throw notFound()
  return apiOf(context).reservations.voucher({ id: known.data })
}
