import { journal } from './money/accounting/journal.ts'
import { map, setMap } from './money/accounting/map.ts'
import { explain, match, reopen } from './money/bank/match.ts'
import { line, lines, missing } from './money/bank/read.ts'
import { removeStatement } from './money/bank/remove-statement.ts'
import { upload } from './money/bank/upload.ts'
import { close } from './money/cash/close.ts'
import { closing, closings } from './money/cash/closings.ts'
import { open } from './money/cash/open.ts'
import { commission } from './money/commission.ts'
import { changeBank, statement } from './money/statement.ts'

export const money = {
  commission,
  statement,
  changeBank,
  accounting: { map, setMap, journal },
  cash: { open, close, closings, closing },
  bank: { lines, missing, upload, line, match, explain, reopen, removeStatement },
}
