import { Navigate } from 'react-router'
import { DrugPage } from '../../../features/drug/index.ts'
import { LinkButton, Page, PageTitle, urlOptional, useUrlState } from '../../../ui/index.ts'
import { useScreen } from '../../use-screen.ts'
import s from './drugs.module.css'

const state = { id: urlOptional }

/** /drugdetails: one drug (?id=); /drugdetails1 for whoever has no token. */
export default function DrugDetails() {
  const [{ id }] = useUrlState(state)
  const open = useScreen()?.variantOf !== undefined
  const list = `/drugAdministration${open ? '1' : ''}`
  if (id === null) return <Navigate replace to={list} />
  return (
    <Page {...(open ? { className: s.open } : {})}>
      <PageTitle />
      {open && (
        <div className={s.back}>
          <LinkButton to={list} size="sm" icon="arrow-left">
            药品资料
          </LinkButton>
        </div>
      )}
      <DrugPage key={id} id={id} open={open} />
    </Page>
  )
}
