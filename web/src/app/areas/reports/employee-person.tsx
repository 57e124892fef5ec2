import { roleCuts } from '@dentin/contract/report'
import { addMonths } from '@dentin/kit/datetime'
import { PersonPage } from '../../../features/commission/index.ts'
import { presentDay } from '../../../lib/present.ts'
import { urlEnum, urlNumber, urlOptional, useUrlState } from '../../../ui/index.ts'

const codecs = {
  id: urlOptional,
  as: urlEnum([...roleCuts], 'doctor'),
  month: urlOptional,
  page: urlNumber(1),
}

/** /employeeReport/person: who, in which part and of which month stands in the address. */
export default function EmployeePerson() {
  const [url, setUrl] = useUrlState(codecs)
  const thisMonth = presentDay().slice(0, 7)
  const month = url.month ?? thisMonth
  const step = (months: number) => addMonths(`${month}-01`, months).slice(0, 7)
  if (!url.id) return null
  return (
    <PersonPage
      key={`${url.id} ${url.as}`}
      id={url.id}
      as={url.as}
      month={month}
      page={url.page}
      onMonth={(months) => setUrl({ month: step(months), page: 1 })}
      onPage={(page) => setUrl({ page })}
      isLast={month >= thisMonth}
      billTo={(billId) => `/orderSet?billId=${billId}`}
    />
  )
}
