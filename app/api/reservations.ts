import { cancel } from './reservations/cancel.ts'
import { change, dropChange, quoteChange } from './reservations/change.ts'
import { readDeposit, uploadDeposit } from './reservations/deposit.ts'
import { discountIsValid } from './reservations/discount-is-valid.ts'
import { list } from './reservations/list.ts'
import { price } from './reservations/price.ts'
import { read } from './reservations/read-own.ts'
import { rental } from './reservations/rental.ts'
import { reserve, reserveSignedIn } from './reservations/reserve.ts'
import { status } from './reservations/status.ts'
import { transactionCode } from './reservations/transaction-code.ts'
import { managementVoucher, voucher } from './reservations/voucher.ts'
import { voucherDescription } from './reservations/voucher-description.ts'

export const reservations = {
  rental,
  price,
  reserve,
  reserveSignedIn,
  list,
  read,
  status,
  transactionCode,
  quoteChange,
  change,
  dropChange,
  cancel,
  voucher,
  managementVoucher,
  voucherDescription,
  discountIsValid,
  uploadDeposit,
  readDeposit,
}
