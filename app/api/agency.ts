import { block, blocks, unblock } from './agency/blocks.ts'
import { changeReserve } from './agency/change-reserve.ts'
import { commission } from './agency/commission.ts'
import { read, update } from './agency/company.ts'
import { reserves } from './agency/reserves.ts'

export const agency = { reserves, changeReserve, blocks, block, unblock, read, update, commission }
