import { useNavigate } from 'react-router'
import { DrugList } from '../../../features/drug/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /drugAdministration: the drug reference. */
export default function DrugAdministration() {
  const navigate = useNavigate()
  return (
    <Page scroll>
      <PageTitle />
      <DrugList onOpen={(id) => void navigate(`/drugdetails?id=${id}`)} />
    </Page>
  )
}
