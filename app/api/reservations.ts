import { cancel } from './reservations/cancel.ts'
import { discountIsValid } from './reservations/discount-is-valid.ts'
import { price } from './reservations/price.ts'
import { rental } from './reservations/rental.ts'
import { reserve } from './reservations/reserve.ts'
import { status } from './reservations/status.ts'
import { transactionCode } from './reservations/transaction-code.ts'
import { voucher } from './reservations/voucher.ts'
import { voucherDescription } from './reservations/voucher-description.ts'

export const reservations = {
  rental,
  price,
  reserve,
  status,
  transactionCode,
  cancel,
  voucher,
  voucherDescription,
  discountIsValid,
}
