import { textFor } from '#app/i18n/text/texts.server.ts'
import type { Language } from '#app/rules/constants.ts'
import { CONTRACT_SIDES, SIGNING_CHANNELS } from '#app/rules/reservation/contract-text.ts'

/** The words around a contract's text, in the contract's language, which may be another than the page's. */
export function paperWords(language: Language) {
  const t = textFor(language, 'contract')
  return {
    signatures: t('paper.signatures'),
    unsigned: t('paper.unsigned'),
    sides: CONTRACT_SIDES.map((side) => ({ side, word: t(`paper.${side}`) })),
    channels: Object.fromEntries(SIGNING_CHANNELS.map((channel) => [channel, t(`paper.${channel}`)])),
    default: t('paper.default'),
  }
}
export type PaperWords = ReturnType<typeof paperWords>
