import { commission } from './money/commission.ts'
import { changeBank, statement } from './money/statement.ts'

export const money = { commission, statement, changeBank }
