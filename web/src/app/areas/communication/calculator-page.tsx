import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { calculators, type CalculatorProps } from '../../../features/anaesthetic/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { recordTo } from '../../parts/patient-links.ts'
import { useScreen } from '../../use-screen.ts'
import s from './communication.module.css'

/**
 * What a page of the anaesthetics has from its address: whether it is the public variant, and the way to the others, which
 * keeps what was typed.
 */
export function useCalculatorPage(): Pick<CalculatorProps, 'open' | 'links' | 'recordTo'> & {
  to: (path: string) => string
} {
  const screen = useScreen()
  const { search } = useLocation()
  const open = screen?.variantOf !== undefined
  const here = screen?.variantOf ?? screen?.path
  const to = (path: string) => `${path}${open ? '1' : ''}${search}`
  return {
    open,
    to,
    recordTo: open ? undefined : recordTo,
    links: calculators.map(({ path, name }) => ({ to: to(path), label: name, here: path === here })),
  }
}

/** The head of a calculator; the public frame has none, so that the variant carries its own. */
export function CalculatorPage({ open, children }: { open: boolean; children: ReactNode }) {
  const title = useScreen()?.title
  return (
    <Page scroll {...(open ? { className: s.open } : {})}>
      <PageTitle />
      {open && <h1 className={s.title}>{title}</h1>}
      {children}
    </Page>
  )
}
