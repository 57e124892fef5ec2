import { useNavigate } from 'react-router'
import { DrugList } from '../../../features/drug/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { useScreen } from '../../use-screen.ts'
import s from './drugs.module.css'

/** /drugAdministration: the drug reference; /drugAdministration1 for whoever has no token. */
export default function DrugAdministration() {
  const navigate = useNavigate()
  const screen = useScreen()
  const open = screen?.variantOf !== undefined
  return (
    <Page scroll {...(open ? { className: s.open } : {})}>
      <PageTitle />
      {open && <h1 className={s.title}>{screen.title}</h1>}
      <DrugList open={open} onOpen={(id) => void navigate(`/drugdetails${open ? '1' : ''}?id=${id}`)} />
    </Page>
  )
}
