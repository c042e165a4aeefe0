import { previewTemplate, publishTemplate, saveTemplate, template } from './contracts/contract-template.ts'
import { make, read, send, sign } from './contracts/contracts.ts'

export const contracts = { read, make, sign, send, template, saveTemplate, publishTemplate, previewTemplate }
