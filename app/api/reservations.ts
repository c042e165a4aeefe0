import { voucherDescription } from './reservations/voucher-description.ts'

export const reservations = { voucherDescription }
