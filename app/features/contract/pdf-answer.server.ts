import type { z } from 'zod'
import type { ContractState } from '#app/contract/company/contracts.ts'
import { notFound } from '#app/web/page/answers.ts'
import { pdfFile } from '#app/web/page/file/pdf-file.ts'
import { contractPdf } from './contract-pdf.server.ts'
import { paperWords } from './paper-words.server.ts'

/** A contract, or one of its addenda, as a file: by its place in the address, the contract itself without one. Throws the 404 answer. */
export async function pdfAnswer(
  { contracts, company, reservation }: z.infer<typeof ContractState>,
  url: URL,
): Promise<Response> {
  const contract = contracts[Number(url.searchParams.get('addendum') ?? 0)]
  if (!contract) throw notFound()
  const pdf = await contractPdf(contract, { words: paperWords(contract.language), company, zone: reservation.zone })
  return pdfFile(contract.number, pdf)
}
