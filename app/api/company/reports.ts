import { money } from './reports/money.ts'
import { use } from './reports/use.ts'

export const reports = { use, money }
