import { clientVerify } from './payments/client-verify.ts'
import { list, read } from './payments/invoices.ts'
import { gatewayPay, payOnline } from './payments/pay.ts'

export const payments = { gatewayPay, payOnline, clientVerify, list, read }
