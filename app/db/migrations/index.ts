import type { Migration } from 'kysely/migration'
import * as placesAndCompanies from './0001-places-and-companies.ts'
import * as reservationsAndMoney from './0002-reservations-and-money.ts'
import * as content from './0003-content.ts'
import * as settlement from './0004-settlement.ts'
import * as people from './0005-people.ts'
import * as changesAndCommission from './0006-changes-and-commission.ts'
import * as proofOfPhone from './0007-proof-of-phone.ts'
import * as retention from './0008-retention.ts'
import * as discountCodeCase from './0011-discount-code-case.ts'
import * as messageLimits from './0012-message-limits.ts'
import * as walletChoice from './0013-wallet-choice.ts'
import * as invoiceNumbers from './0014-invoice-numbers.ts'
import * as namesInTurkishAndGerman from './0017-names-in-turkish-and-german.ts'

/** Every migration in the order it runs; the key is its name for ever. */
export const migrations: Record<string, Migration> = {
  '0001-places-and-companies': placesAndCompanies,
  '0002-reservations-and-money': reservationsAndMoney,
  '0003-content': content,
  '0004-settlement': settlement,
  '0005-people': people,
  '0006-changes-and-commission': changesAndCommission,
  '0007-proof-of-phone': proofOfPhone,
  '0008-retention': retention,
  '0011-discount-code-case': discountCodeCase,
  '0012-message-limits': messageLimits,
  '0013-wallet-choice': walletChoice,
  '0014-invoice-numbers': invoiceNumbers,
  '0017-names-in-turkish-and-german': namesInTurkishAndGerman,
}
