import { Navigate } from 'react-router'
import { DrugPage } from '../../../features/drug/index.ts'
import { Page, PageTitle, urlOptional, useUrlState } from '../../../ui/index.ts'

const state = { id: urlOptional }

/** /drugdetails: one drug (?id=). */
export default function DrugDetails() {
  const [{ id }] = useUrlState(state)
  if (id === null) return <Navigate replace to="/drugAdministration" />
  return (
    <Page>
      <PageTitle />
      <DrugPage key={id} id={id} />
    </Page>
  )
}
