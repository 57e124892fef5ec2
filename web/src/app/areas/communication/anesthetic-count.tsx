import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { AdrenalineDose, calculators, Chooser, MaxDose, MixDose } from '../../../features/anaesthetic/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { recordTo } from '../../parts/patient-links.ts'
import { useScreen } from '../../use-screen.ts'
import s from './communication.module.css'

/**
 * /anestheticCount and the four calculators /countDetail, /countDetail2, /countDetail3, /countDetail4, one page: what was typed
 * is kept from one to the other. With a 1 behind it each is for whoever has no token: it knows no patient and asks no server.
 */
export default function AnestheticCount() {
  const screen = useScreen()
  const { search } = useLocation()
  const open = screen?.variantOf !== undefined
  const here = screen?.variantOf ?? screen?.path
  const to = (path: string) => `${path}${open ? '1' : ''}${search}`
  const given = {
    open,
    links: calculators.map(({ path, name }) => ({ to: to(path), label: name, here: path === here })),
    recordTo: open ? undefined : recordTo,
  }
  const shown: Readonly<Record<string, ReactNode>> = {
    '/countDetail': <MaxDose {...given} />,
    '/countDetail2': <MixDose {...given} />,
    '/countDetail3': <MaxDose {...given} child />,
    '/countDetail4': <AdrenalineDose {...given} />,
  }
  return (
    <Page scroll {...(open ? { className: s.open } : {})}>
      <PageTitle />
      {/* The public frame has no head of its own. */}
      {open && <h1 className={s.title}>{screen.title}</h1>}
      {shown[here ?? ''] ?? <Chooser to={to} />}
    </Page>
  )
}
