import { type ReactNode, useEffect, useState } from 'react'
import { legalTextsDate } from '#contract/legal.ts'
import { brand, supportEmail } from '#web/lib/brand.ts'
import { paths } from '#web/lib/url/paths.ts'
import { useDocumentTitle } from '#web/lib/use-document-title.ts'
import { SignedOutHeader } from '#web/shell/signed-out-header.tsx'
import { Link } from '#web/ui/link.tsx'
import { linkClass, textLinkClass } from '#web/ui/link-class.ts'
import { contactText } from './operator.ts'

export interface LegalSection {
  id: string
  title: string
  content: ReactNode
}

interface LegalLayoutProps {
  title: string
  lead: string
  sections: readonly LegalSection[]
  /** The other of the two documents. */
  other: { name: string; path: string }
}

const textClass =
  'mt-3 text-lg text-text2 [&_p+p]:mt-4 [&_ul]:mt-3 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-2 [&_ul]:pl-5 [&_li]:marker:text-text3 [&_strong]:font-semibold [&_strong]:text-text'

/** Layout of the terms and the privacy policy: numbered sections beside a table of contents. */
export const LegalLayout = ({ title, lead, sections, other }: LegalLayoutProps) => {
  useDocumentTitle(title)
  return (
    <div className="flex min-h-dvh flex-col">
      <SignedOutHeader />
      <main
        id="conteudo"
        tabIndex={-1}
        className="mx-auto w-full max-w-[76rem] flex-1 px-4 pt-8 pb-16 outline-none md:px-6 md:pt-14 md:pb-24"
      >
        <h1 className="text-3xl">{title}</h1>
        <p className="mt-4 max-w-[60ch] text-lg text-text2">{lead}</p>
        <p className="mt-3 text-sm text-text3">
          Vale desde <time dateTime={legalTextsDate}>{legalTextsDate.split('-').reverse().join('/')}</time>
        </p>
        <div className="mt-10 gap-x-14 border-border border-t pt-8 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:pt-12">
          <Contents sections={sections} />
          <div className="max-w-[44rem]">
            {sections.map(({ id, title, content }, index) => (
              <section key={id} aria-labelledby={id} className="not-first:mt-12">
                <h2 id={id} className="scroll-mt-6 text-xl">
                  {index + 1}. {title}
                </h2>
                <div className={textClass}>{content}</div>
              </section>
            ))}
          </div>
        </div>
      </main>
      <footer className="border-border border-t">
        <nav aria-label="Rodapé" className="mx-auto max-w-[76rem] px-4 py-6 md:px-6">
          <ul className="flex flex-wrap gap-x-6 gap-y-4">
            <li>
              <Link to={paths.landing} className={linkClass}>
                {`Início do ${brand()}`}
              </Link>
            </li>
            <li>
              <Link to={other.path} className={linkClass}>
                {other.name}
              </Link>
            </li>
          </ul>
        </nav>
      </footer>
    </div>
  )
}

const Contents = ({ sections }: Pick<LegalLayoutProps, 'sections'>) => (
  <nav aria-label="Nesta página" className="mb-10 self-start lg:sticky lg:top-8 lg:mb-0">
    <ol className="grid gap-0.5 text-text2 lg:-ml-2">
      {sections.map(({ id, title }, index) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="flex min-h-control items-center rounded-control hover:bg-hover hover:text-text lg:px-2"
          >
            <span className="flex items-baseline gap-2">
              <span className="w-5 flex-none text-right text-text3 tabular-nums">{index + 1}.</span>
              {title}
            </span>
          </a>
        </li>
      ))}
    </ol>
  </nav>
)

interface FactsProps {
  caption: string
  head: readonly [string, string, ...string[]]
  rows: readonly (readonly [string, ...string[]])[]
}

/** Table of facts. On phones each row is a block with its column names. */
export const Facts = ({ caption, head, rows }: FactsProps) => (
  <table className="mt-5 w-full border-border border-t text-base max-md:block">
    <caption className="sr-only">{caption}</caption>
    <thead className="max-md:sr-only">
      <tr className="border-border border-b">
        {head.map(name => (
          <th key={name} scope="col" className="py-2.5 pr-5 text-left font-medium text-sm text-text3">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="max-md:block">
      {rows.map(([subject, ...facts]) => (
        <tr key={subject} className="border-border border-b align-top max-md:block max-md:py-3">
          <th scope="row" className="py-3 pr-5 text-left font-medium text-text max-md:block max-md:p-0 md:w-[36%]">
            {subject}
          </th>
          {facts.map((fact, index) => (
            <td key={head[index + 1]} className="py-3 pr-5 text-text2 last:pr-0 max-md:block max-md:p-0 max-md:pt-1">
              {fact}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** The contact; a link where it is an e-mail. */
export const Contact = () => {
  const [email, setEmail] = useState<string>()
  // The build does not know the e-mail, so the prerendered page has text.
  useEffect(() => setEmail(supportEmail()), [])
  return email === undefined ? (
    contactText()
  ) : (
    <a href={`mailto:${email}`} className={textLinkClass}>
      {email}
    </a>
  )
}
