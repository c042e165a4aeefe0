import { clientVerify } from './payments/client-verify.ts'
import { gatewayPay, payOnline } from './payments/pay.ts'

export const payments = { gatewayPay, payOnline, clientVerify }
