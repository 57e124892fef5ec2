import { recordFacts, type RecordFactKey } from '@dentin/contract/record'
import { useCan } from '../../lib/permission.ts'
import { ErrorLine, TextButton, toast } from '../../ui/index.ts'
import { useKeepInFile, type RecordDetail } from './hooks.ts'
import s from './record.module.css'

interface Props {
  recordId: string
  fact: RecordFactKey
  /** What the record says now. */
  text: string
  inFile: RecordDetail['inFile']
}

const same = (a: string, b: string) => a.replace(/[\s。；;，,、]/g, '') === b.replace(/[\s。；;，,、]/g, '')

/** That there is no history is nothing to keep; that there is no allergy is. */
const isWorthKeeping = (fact: RecordFactKey, text: string) =>
  text.trim() !== '' &&
  (fact === 'allergyHistory' || fact === 'pregnancy' || !/^(否认|无|没有)[^，。；]*[。]?$/.test(text.trim()))

/** Says what the patient's file has where the record says something else, and takes the record's words into it on request. */
export function FactOfFile({ recordId, fact, text, inFile }: Props) {
  const can = useCan()
  const keep = useKeepInFile()
  const there = inFile[fact]
  if (!isWorthKeeping(fact, text) || same(text, there) || !can('/allTimePatients:edit')) return null
  return (
    <div className={s.fact}>
      <span className="t-12 secondary">档案：{there === '' ? <span className="tertiary">没有写</span> : there}</span>
      <TextButton
        icon="save"
        disabled={keep.isPending}
        onClick={() =>
          keep.mutate(
            { id: recordId, fact, text, seen: there },
            { onSuccess: () => toast.success(`${recordFacts[fact]}已写回档案`), onError: () => undefined },
          )
        }
      >
        写回档案
      </TextButton>
      {keep.error && <ErrorLine>{keep.error.fields?.[0]?.message ?? keep.error.message}</ErrorLine>}
    </div>
  )
}
