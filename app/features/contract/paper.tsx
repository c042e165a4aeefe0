import type { z } from 'zod'
import type { Contract } from '#app/contract/company/contracts.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { directionOf } from '#app/i18n/language.ts'
import { type Language, LOCALE_TAGS } from '#app/rules/constants.ts'
import { blocksOf, type TextBlock } from '#app/rules/reservation/contract-text.ts'
import '../../../styles/contract.css'
import type { PaperWords } from './paper-words.server.ts'

export type ContractFacts = z.infer<typeof Contract>

/** A contract as it is signed: ink on white, in its own language; printed it fills A4. */
export function Paper({
  contract,
  words,
  zone,
  company,
}: {
  contract: ContractFacts
  words: PaperWords
  zone: string
  company: string
}) {
  const { language, number, text, sha256, made_at, signatures } = contract
  const blocks = blocksOf(text)
  const title = blocks[0]?.kind === 'title' ? blocks[0].text : number
  const at = (instant: string) => formatInstant(new Date(instant), zone, language, 'long')
  return (
    // The text scrolls with the page, so it needs no focus of its own.
    <article className="paper" lang={LOCALE_TAGS[language]} dir={directionOf(language)} aria-label={title}>
      <header className="paper-head">
        <div>
          <b>
            <bdi>{company}</bdi>
          </b>
          <h2 className="text-lg b">{title}</h2>
        </div>
        <div className="sm">
          <b className="ltr">{localDigits(number, language)}</b>
          <br />
          {at(made_at)}
        </div>
      </header>
      <Blocks blocks={blocks.slice(1)} language={language} />
      <div className="signs">
        {words.sides.map(({ side, word }) => {
          const signed = signatures.find((one) => one.side === side)
          return (
            <div key={side}>
              {word}
              {signed ? (
                <>
                  {signed.drawing && (
                    <svg className="drawn" viewBox="0 0 600 200" aria-hidden="true">
                      <path d={signed.drawing} />
                    </svg>
                  )}
                  <p className="ink">
                    <bdi>{signed.name}</bdi>
                  </p>
                  <p className="xs">
                    {at(signed.at)} · {words.channels[signed.channel]}
                  </p>
                </>
              ) : (
                <p className="soft">{words.unsigned}</p>
              )}
            </div>
          )
        })}
      </div>
      <footer className="paper-foot">
        <span className="hashline">SHA-256 {sha256}</span>
      </footer>
    </article>
  )
}

/** The parts of a text, rows that follow each other in one table. */
export function Blocks({ blocks, language }: { blocks: readonly TextBlock[]; language: Language }) {
  return groupsOf(blocks).map((group) => {
    const [first] = group.blocks
    if (first?.kind === 'row') {
      return (
        <table key={group.at}>
          <tbody>
            {group.blocks.map((block, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row of a text has no other name than its place
              <tr key={index}>{block.kind === 'row' && <Cells cells={block.cells} widest={group.widest} />}</tr>
            ))}
          </tbody>
        </table>
      )
    }
    if (first?.kind === 'clause') {
      return (
        <h3 key={group.at}>
          <Numbered {...first} language={language} />
        </h3>
      )
    }
    return first && <p key={group.at}>{first.text}</p>
  })
}

/** The clause's number is the text's own, in its direction. */
function Numbered({ number, text, language }: { number: number; text: string; language: Language }) {
  return (
    <>
      <span className="clause-number">{localDigits(number, language)}</span> {text}
    </>
  )
}

function Cells({ cells, widest }: { cells: readonly string[]; widest: number }) {
  return cells.map((cell, index) => {
    const isName = index % 2 === 0 && cells.length !== 3
    const span = index === cells.length - 1 ? widest - index : 1
    const Tag = isName ? 'th' : 'td'
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Tag key={index} scope={isName ? 'row' : undefined} colSpan={span > 1 ? span : undefined}>
        {cell}
      </Tag>
    )
  })
}

function groupsOf(blocks: readonly TextBlock[]) {
  const groups: { at: number; blocks: TextBlock[]; widest: number }[] = []
  for (const [at, block] of blocks.entries()) {
    const last = groups.at(-1)
    const width = block.kind === 'row' ? block.cells.length : 0
    if (last && block.kind === 'row' && last.blocks[0]?.kind === 'row') {
      last.blocks.push(block)
      last.widest = Math.max(last.widest, width)
    } else groups.push({ at, blocks: [block], widest: width })
  }
  return groups
}
