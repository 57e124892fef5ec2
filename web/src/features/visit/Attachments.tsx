import { REFERRAL_FILE_RULE, REFERRAL_FILES, type ReferralFile } from '@dentin/contract/referral'
import { visit } from '@dentin/contract/visit'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, fetchFile, send, sendFile } from '../../lib/client.ts'
import { fileProblem, PictureSource, usePicture } from '../../lib/pictures.ts'
import { useCall } from '../../lib/query.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button, confirm, Icon, IconButton, SkeletonRows, toast } from '../../ui/index.ts'
import { PictureViewer } from '../../ui/heavy.ts'
import s from './attachments.module.css'

const ACCEPT = REFERRAL_FILE_RULE.types.join(',')
const problemOf = (file: File) => fileProblem(file, REFERRAL_FILE_RULE.types, '请上传 jpeg、jpg、png、webp 或 pdf 文件')
const isPicture = (mediaType: string) => mediaType.startsWith('image/')
const sizeText = (bytes: number) =>
  bytes >= 1024 * 1024 ? `${(bytes / 1024 / 1024).toFixed(1)} M` : `${Math.max(1, Math.round(bytes / 1024))} K`
const wordsOf = (error: unknown) => (error instanceof ApiError ? error.message : '没有成功，请重试')

/** Chooses files; what is wrong with one is said and the others are taken. */
function Pick({ room, onPick, busy }: { room: number; onPick: (files: File[]) => void; busy?: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const take = (chosen: readonly File[]) => {
    const good = chosen.filter((file) => problemOf(file) === null)
    const bad = chosen.find((file) => problemOf(file) !== null)
    const full = good.length > room ? `最多 ${REFERRAL_FILES} 个附件` : null
    setProblem(bad ? `${bad.name}：${problemOf(bad) ?? ''}` : full)
    if (good.length > 0 && room > 0) onPick(good.slice(0, room))
  }
  return (
    <>
      <div>
        <Button
          size="sm"
          icon="upload"
          busy={busy ?? false}
          disabled={room === 0}
          onClick={() => input.current?.click()}
        >
          添加附件
        </Button>
      </div>
      {problem && (
        <p className={s.problem} role="alert">
          {problem}
        </p>
      )}
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPT}
        aria-label="选择附件"
        hidden
        tabIndex={-1}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length > 0) take(files)
        }}
      />
    </>
  )
}

interface Entry {
  key: string
  name: string
  mediaType: string
  bytes: number
  by?: string
}

function Entries({
  entries,
  onOpen,
  onRemove,
}: {
  entries: readonly Entry[]
  onOpen?: (entry: Entry) => void
  onRemove?: ((entry: Entry) => void) | undefined
}) {
  return (
    <ul className={s.list}>
      {entries.map((entry) => {
        const words = (
          <>
            <Icon name={isPicture(entry.mediaType) ? 'image' : 'file'} size={16} />
            <span className={s.name}>{entry.name}</span>
            <span className={s.more}>{[sizeText(entry.bytes), entry.by].filter(Boolean).join('　')}</span>
          </>
        )
        return (
          <li key={entry.key} className={s.entry}>
            {onOpen ? (
              <button type="button" className={s.open} title={entry.name} onClick={() => onOpen(entry)}>
                {words}
              </button>
            ) : (
              <span className={s.open}>{words}</span>
            )}
            {onRemove && (
              <IconButton
                icon="x"
                size="sm"
                iconSize={14}
                label={`移除${entry.name}`}
                onClick={() => onRemove(entry)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Files that are chosen while the referral is written; they go up once it stands. */
export function PendingFiles({ files, onChange }: { files: readonly File[]; onChange: (files: File[]) => void }) {
  return (
    <div className={s.box}>
      {files.length > 0 && (
        <Entries
          entries={files.map((file, i) => ({
            key: String(i),
            name: file.name,
            mediaType: file.type,
            bytes: file.size,
          }))}
          onRemove={({ key }) => onChange(files.filter((_, i) => String(i) !== key))}
        />
      )}
      <Pick room={REFERRAL_FILES - files.length} onPick={(more) => onChange([...files, ...more])} />
    </div>
  )
}

/** Sends them up one after the other. @returns how many did not get there */
export async function sendFiles(referralId: string, files: readonly File[]): Promise<number> {
  let lost = 0
  for (const file of files)
    await sendFile(visit.addReferralFile, { id: referralId }, file).catch((error: unknown) => {
      lost += 1
      toast.error(`${file.name} 没有上传：${wordsOf(error)}`)
    })
  return lost
}

const source = {
  name: 'referral',
  read: (id: string, signal: AbortSignal) => fetchFile(visit.referralFile, { id }, { signal }),
}

/** A picture among them, large. */
function Large({ file, onClose }: { file: ReferralFile; onClose: () => void }) {
  const { src, failed } = usePicture(file.id)
  useEffect(() => {
    if (!failed) return
    toast.error('图片没有读到，请重试')
    onClose()
  }, [failed, onClose])
  return src ? <PictureViewer src={src} label={file.name} onClose={onClose} /> : null
}

/** What goes along with a referral: pictures open, papers are fetched; who may, adds and takes off. */
export function ReferralFiles({ id, mayEdit, onChanged }: { id: string; mayEdit: boolean; onChanged: () => void }) {
  const { data, refetch } = useCall(visit.referralGet, { id }, { keep: false })
  const [busy, setBusy] = useState(false)
  const [large, setLarge] = useState<ReferralFile | null>(null)
  const shut = useCallback(() => setLarge(null), [])
  if (!data) return <SkeletonRows rows={1} />
  const { files } = data
  if (files.length === 0 && !mayEdit) return null
  const again = async () => {
    await refetch()
    onChanged()
  }
  const open = async ({ key }: Entry) => {
    const file = files.find((each) => each.id === key)
    if (!file) return
    if (isPicture(file.mediaType)) {
      setLarge(file)
      return
    }
    try {
      saveFile(await fetchFile(visit.referralFile, { id: key }), file.name)
    } catch (error) {
      toast.error(wordsOf(error))
    }
  }
  const remove = async ({ key, name }: Entry) => {
    if (!(await confirm({ title: `移除附件 ${name}？`, okText: '移除', danger: true }))) return
    try {
      await send(visit.removeReferralFile, { id: key })
    } catch (error) {
      toast.error(wordsOf(error))
    }
    await again()
  }
  const add = async (chosen: File[]) => {
    setBusy(true)
    const lost = await sendFiles(id, chosen)
    if (lost < chosen.length) toast.success('附件已添加')
    setBusy(false)
    await again()
  }
  return (
    <section aria-label="附件" className={s.section}>
      <h3 className={s.title}>附件 {files.length > 0 && <span className="num secondary">{files.length}</span>}</h3>
      <div className={s.box}>
        {files.length > 0 && (
          <Entries
            entries={files.map(({ id: key, name, mediaType, bytes, createdName }) => ({
              key,
              name,
              mediaType,
              bytes,
              by: createdName,
            }))}
            onOpen={(entry) => void open(entry)}
            onRemove={mayEdit ? (entry) => void remove(entry) : undefined}
          />
        )}
        {mayEdit && <Pick room={REFERRAL_FILES - files.length} busy={busy} onPick={(more) => void add(more)} />}
      </div>
      {large && (
        <PictureSource value={source}>
          <Large file={large} onClose={shut} />
        </PictureSource>
      )}
    </section>
  )
}
