import { explain, match, reopen } from './money/bank/match.ts'
import { line, lines, missing } from './money/bank/read.ts'
import { upload } from './money/bank/upload.ts'
import { commission } from './money/commission.ts'
import { changeBank, statement } from './money/statement.ts'

export const money = {
  commission,
  statement,
  changeBank,
  bank: { lines, missing, upload, line, match, explain, reopen },
}
