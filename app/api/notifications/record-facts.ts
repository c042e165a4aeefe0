import type { Tx } from '#app/api/call/context.ts'
import { depositHeld, deskMoneyOf, validProtocol } from '#app/db/protocol.ts'
import { currencyIn } from '#app/db/reservation.ts'
import { formatMoney } from '#app/i18n/format/money.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import type { Language } from '#app/rules/constants.ts'
import { FUEL_EIGHTHS, type ProtocolKind } from '#app/rules/reservation/protocol.ts'
import { shippedText } from './texts.ts'

export type RecordFact = { label: string; value: string }

const RECORD_OF: Record<string, ProtocolKind | undefined> = { pickedUp: 'PICK_UP', returned: 'RETURN' }

/** The content of a hand-over or return record, for its customer's copy; undefined without a record. */
export async function recordFacts(
  tx: Tx,
  { kind, reservation, language }: { kind: string; reservation: string; language: Language },
): Promise<RecordFact[]> {
  const of = RECORD_OF[kind]
  const record = of && (await validProtocol(tx, { reservation, kind: of }))
  if (!record) return []
  const [money, photos, { currency_id }] = await Promise.all([
    deskMoneyOf(tx, reservation),
    tx
      .selectFrom('protocol_photo')
      .select((row) => row.fn.countAll<number>().as('n'))
      .where('protocol_id', '=', record.id)
      .executeTakeFirstOrThrow(),
    tx.selectFrom('reservation').select('currency_id').where('id', '=', reservation).executeTakeFirstOrThrow(),
  ])
  const { odometer, fuel, charge, known, marks, handed_by, received_by } = record
  const amount = (sum: number) => formatMoney(sum, currencyIn({ currency_id }), language)
  const fact = (name: string, value: string) => ({ label: shippedText(language, `fact.${name}`), value })
  const text = (name: string, n: number) => shippedText(language, `record.${name}`, { n })
  const received = money.filter(({ purpose, protocol_id }) => purpose === 'RENT' && protocol_id === record.id)
  const held = depositHeld(money)
  return [
    fact('odometer', text('km', odometer)),
    fuel === null
      ? fact('charge', text('percent', charge ?? 0))
      : fact('fuel', localDigits(`${fuel}/${FUEL_EIGHTHS}`, language)),
    fact('damages', text('damages', known.length + marks.length)),
    fact('photos', text('photos', photos.n)),
    ...received.map((one) => fact('received', amount(one.amount))),
    ...(held > 0 ? [fact('deposit', amount(held))] : []),
    fact('handedBy', handed_by),
    fact('receivedBy', received_by),
  ]
}
