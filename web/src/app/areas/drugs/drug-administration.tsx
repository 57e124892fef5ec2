import { useNavigate } from 'react-router'
import { DrugList, RuleList } from '../../../features/drug/index.ts'
import { Page, PageTitle, Tabs, urlEnum, useUrlState } from '../../../ui/index.ts'
import { useScreen } from '../../use-screen.ts'
import s from './drugs.module.css'

const state = { show: urlEnum(['drugs', 'rules'], 'drugs') }

/** /drugAdministration: the drug reference, and ?show=rules the rules of the drug checks; /drugAdministration1 for whoever has no token. */
export default function DrugAdministration() {
  const navigate = useNavigate()
  const screen = useScreen()
  const open = screen?.variantOf !== undefined
  const [{ show }, set] = useUrlState(state)
  return (
    <Page scroll {...(open ? { className: s.open } : {})}>
      <PageTitle />
      {open && <h1 className={s.title}>{screen.title}</h1>}
      {!open && (
        <Tabs
          label="药品资料"
          inset="gutter"
          value={show}
          items={[
            { key: 'drugs', label: '药品' },
            { key: 'rules', label: '用药规则' },
          ]}
          onChange={(next) => set({ show: next }, { push: true })}
        />
      )}
      {show === 'rules' && !open ? (
        <RuleList />
      ) : (
        <DrugList open={open} onOpen={(id) => void navigate(`/drugdetails${open ? '1' : ''}?id=${id}`)} />
      )}
    </Page>
  )
}
