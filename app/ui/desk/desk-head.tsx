import type { ReactNode } from 'react'
import '../../../styles/desk.css'

/** The head of a desk's page: its title, a line of text, and buttons. */
export function DeskHead({ title, text, children }: { title: ReactNode; text?: ReactNode; children?: ReactNode }) {
  return (
    <div className="head row between">
      <div>
        <h1>{title}</h1>
        {text && <p className="soft">{text}</p>}
      </div>
      {children}
    </div>
  )
}
