import {
  caseCategoryNames,
  caseScopeNames,
  caseStageNames,
  caseStates,
  faceKinds,
  maskStateNames,
  maskStates,
} from '@dentin/contract/doctor-case'
import { useState } from 'react'
import { retryOf } from '../../lib/client.ts'
import {
  Button,
  confirm,
  EmptyState,
  ErrorLine,
  LinkButton,
  Money,
  Notice,
  PageTitle,
  SkeletonRows,
  StatusTag,
  Tag,
  TextButton,
  toast,
  Toolbar,
  useIsMobile,
} from '../../ui/index.ts'
import { teethWords } from '../../domain/teeth.ts'
import { CaseImage, kindOf } from './CaseImage.tsx'
import { DecideDialog, MaskDialog, PublishDialog, Showing, StartShowing, TakeDownDialog } from './deferred.ts'
import type { PickPatient } from './dialogs.tsx'
import { useCase, useRemove, type CasePicture, type Detail } from './hooks.ts'
import { whoOf } from './words.ts'
import s from './doctor-case.module.css'

interface Links {
  /** Where it was opened from. */
  back: { label: string; to: string }
  editTo: string
  toConsents: (patientId: string) => void
  recordTo: (recordId: string) => string
}

/** One case: to be shown to a patient, and for whoever wrote it with what is still to be done before it may be. */
export function CasePage({
  id,
  pickPatient,
  links,
  onRemoved,
}: {
  id: string
  pickPatient: PickPatient
  links: Links
  onRemoved: () => void
}) {
  const query = useCase(id)
  const of = query.data
  if (!of)
    return (
      <>
        <PageTitle crumbs={[links.back]} />
        {query.error ? (
          <ErrorLine onRetry={retryOf(query.error, () => void query.refetch())}>{query.error.message}</ErrorLine>
        ) : (
          <SkeletonRows rows={10} />
        )}
      </>
    )
  return <Whole of={of} pickPatient={pickPatient} links={links} onRemoved={onRemoved} />
}

type Open = 'publish' | 'down' | 'agree' | 'refuse' | 'start' | 'show' | { mask: string }

function Whole({
  of,
  pickPatient,
  links,
  onRemoved,
}: {
  of: Detail
  pickPatient: PickPatient
  links: Links
  onRemoved: () => void
}) {
  const [open, setOpen] = useState<Open | null>(null)
  const remove = useRemove()
  const close = () => setOpen(null)
  const { mine } = of
  const mobile = useIsMobile()
  const published = caseStates.is(of.status, 'published')
  const askToRemove = async () => {
    const sure = await confirm({
      title: '删除案例',
      body: '遮挡的副本一并删除，患者档案里的原图不变。演示过的记录保留。',
      okText: '删除',
      danger: true,
    })
    if (sure)
      remove.mutate({ id: of.id }, { onSuccess: () => (toast.success('案例已删除'), onRemoved()), onError: () => {} })
  }
  const tools = (
    <>
      {mine && <StatusTag kind={caseStates} value={of.status} />}
      {mine?.can.edit && (
        <LinkButton to={links.editTo} size="sm" icon="pencil">
          编辑
        </LinkButton>
      )}
      {mine?.can.publish && published && (
        <Button size="sm" onClick={() => setOpen('down')}>
          下架
        </Button>
      )}
      {mine?.can.publish && (
        <Button size="sm" variant={of.showable ? 'default' : 'primary'} icon="send" onClick={() => setOpen('publish')}>
          {published ? '改范围' : '发布'}
        </Button>
      )}
      {mine?.can.remove && (
        <Button size="sm" icon="trash" busy={remove.isPending} onClick={() => void askToRemove()}>
          删除
        </Button>
      )}
      {of.showable && (
        <Button size="sm" variant="primary" icon="expand" onClick={() => setOpen('start')}>
          演示
        </Button>
      )}
    </>
  )
  const masked = open !== null && typeof open === 'object' ? of.pictures.find(({ id }) => id === open.mask) : undefined
  return (
    <>
      <PageTitle title={of.title} crumbs={[links.back]} extra={mobile ? undefined : tools} />
      {mobile && <Toolbar className={s.tools}>{tools}</Toolbar>}
      {remove.error && <ErrorLine>{remove.error.message}</ErrorLine>}
      {mine && <Todo of={of} links={links} onOpen={setOpen} />}
      <div className={s.whole}>
        <div className={s.pictures}>
          {of.pictures.length === 0 && (
            <EmptyState layout="stack" icon="image" title="没有图片" hint="编辑案例，从患者的影像里选" />
          )}
          {[1, 2, 3].map((stage) => {
            const list = of.pictures.filter((each) => each.stage === stage)
            return (
              list.length > 0 && (
                <section key={stage} aria-label={caseStageNames[stage]}>
                  <h2>{caseStageNames[stage]}</h2>
                  <ul className={s.row}>
                    {list.map((each) => (
                      <li key={each.id}>
                        <PictureTile
                          picture={each}
                          onMask={mine?.can.edit ? () => setOpen({ mask: each.id }) : undefined}
                        />
                      </li>
                    ))}
                  </ul>
                </section>
              )
            )
          })}
        </div>
        <Words of={of} links={links} />
      </div>
      {open === 'publish' && <PublishDialog of={of} onClose={close} />}
      {open === 'down' && <TakeDownDialog of={of} onClose={close} />}
      {(open === 'agree' || open === 'refuse') && <DecideDialog of={of} agree={open === 'agree'} onClose={close} />}
      {open === 'start' && (
        <StartShowing
          of={of}

          pickPatient={pickPatient}
          onStart={() => setOpen('show')}
          onClose={close}
        />
      )}
      {open === 'show' && <Showing of={of} onClose={close} />}
      {masked && mine && (
        <MaskDialog
          key={masked.id}
          picture={masked}
          source={mine.sources.find(({ id }) => id === masked.id)}
          onClose={close}
        />
      )}
    </>
  )
}

/** What keeps the case from being shown, and what was said of it. */
function Todo({ of, links, onOpen }: { of: Detail; links: Links; onOpen: (open: Open) => void }) {
  const { mine } = of
  if (!mine) return null
  const faces = of.pictures.filter(
    ({ type, mask }) => mask === maskStates.open || (faceKinds.includes(type) && mask !== maskStates.covered),
  )
  const [first] = faces
  return (
    <>
      {mine.askedScope !== null && (
        <Notice
          tone="wait"
          icon="clock"
          edge
          action={
            mine.can.open && (
              <>
                <TextButton onClick={() => onOpen('agree')}>批准</TextButton>
                <TextButton tone="quiet" onClick={() => onOpen('refuse')}>
                  退回
                </TextButton>
              </>
            )
          }
        >
          {of.authorName}申请发布到{caseScopeNames[mine.askedScope]}，等待批准
        </Notice>
      )}
      {mine.decisionNote !== '' && <Notice icon="info">批复：{mine.decisionNote}</Notice>}
      {mine.downReason !== '' && <Notice icon="info">已下架：{mine.downReason}</Notice>}
      {first && mine.can.edit && (
        <Notice
          tone="wait"
          icon="eye-off"
          edge
          action={<TextButton onClick={() => onOpen({ mask: first.id })}>去遮挡</TextButton>}
        >
          还有 {faces.length} 张图片没有确认遮挡，遮挡后才能发布
        </Notice>
      )}
      {of.pictures.length > 0 && !mine.photosAllowed && (
        <Notice
          tone="wait"
          icon="signature"
          edge
          action={
            mine.patientId !== null && (
              <TextButton onClick={() => mine.patientId && links.toConsents(mine.patientId)}>去签署</TextButton>
            )
          }
        >
          患者没有有效的「照片公开」同意书，不能发布
        </Notice>
      )}
    </>
  )
}

function PictureTile({ picture, onMask }: { picture: CasePicture; onMask: (() => void) | undefined }) {
  const name = kindOf(picture.type)
  const open = picture.mask === maskStates.open
  return (
    <figure className={s.tile}>
      <div className={s.tileBox} style={{ aspectRatio: picture.width / picture.height }}>
        <CaseImage picture={picture} size="screen" />
      </div>
      <figcaption>
        <span className="ellipsis">{name}</span>
        {onMask && (
          <TextButton tone={open ? undefined : 'quiet'} onClick={onMask} aria-label={`遮挡${name}`}>
            {open ? '遮挡' : maskStateNames[picture.mask]}
          </TextButton>
        )}
      </figcaption>
    </figure>
  )
}

function Words({ of, links }: { of: Detail; links: Links }) {
  const texts = [
    ['主诉', of.chiefComplaint],
    ['诊断', of.diagnosis],
    ['治疗方案', of.plan],
    ['说明', of.content],
  ].filter(([, text]) => text !== '')
  const facts: [string, React.ReactNode][] = [
    ['类别', caseCategoryNames[of.categoryId]],
    ['人群', whoOf(of) || '—'],
    ['牙位', of.teeth ? teethWords(of.teeth) : '—'],
    ['疗程', of.months === null ? '—' : `${of.months} 个月`],
    ['费用', of.cost === null ? '—' : <Money key="cost" yuan={of.cost} />],
    ['作者', `${of.authorName} · ${of.clinicName}`],
    ['范围', caseStates.is(of.status, 'published') ? caseScopeNames[of.scope] : '未发布'],
    ['发布', of.publishedAt?.slice(0, 10) ?? '—'],
    ['演示', `${of.viewCount} 次`],
  ]
  return (
    <aside className={s.aside}>
      {texts.map(([label, text]) => (
        <section key={label}>
          <h2>{label}</h2>
          <p>{text}</p>
        </section>
      ))}
      <dl className={s.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {of.mine?.patientName && (
          <div>
            <dt>患者</dt>
            <dd>
              {of.mine.patientName}
              <span className="tertiary t-12">　仅编写和审批的人可见</span>
            </dd>
          </div>
        )}
      </dl>
      {of.tags.length > 0 && (
        <div className={s.tags}>
          {of.tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </div>
      )}
      {of.mine?.recordId && (
        <LinkButton to={links.recordTo(of.mine.recordId)} size="sm" icon="file">
          打开病历
        </LinkButton>
      )}
    </aside>
  )
}
