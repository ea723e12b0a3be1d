import '#web/styles/app.css'
import { Copy, Ellipsis, FileDown, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { leadStatuses, stages, statusLabels } from '#contract/lead-status.ts'
import { StageBadge } from '#web/leads/stage-badge.tsx'
import { StageGlyph } from '#web/leads/stage-glyph.tsx'
import { Badge } from './badge.tsx'
import { Button, ButtonLink, IconButton } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DateField } from './date-field.tsx'
import { Dialog } from './dialog.tsx'
import { EmptyState } from './empty-state.tsx'
import { announce, LiveRegion } from './live-region.tsx'
import { Menu } from './menu.tsx'
import { MenuButton } from './menu-button.tsx'
import { Notice } from './notice.tsx'
import { Pagination } from './pagination.tsx'
import { PasswordField } from './password-field.tsx'
import { SearchField } from './search-field.tsx'
import { SelectField } from './select-field.tsx'
import { Skeleton, SkeletonRegion } from './skeleton.tsx'
import { SkipLink } from './skip-link.tsx'
import { Spinner } from './spinner.tsx'
import { TextArea } from './text-area.tsx'
import { TextField } from './text-field.tsx'
import { type Theme, useDensity, useTheme } from './theme.ts'
import { Toaster, toast } from './toast.tsx'

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-3 rounded-panel border border-border bg-surface p-4">
    <h2>{title}</h2>
    <div className="flex flex-wrap items-start gap-3">{children}</div>
  </section>
)

const moveItems = (current: string, onMove: (to: string) => void) => [
  { kind: 'label' as const, label: 'Mover para…' },
  ...stages.map(stage => ({
    label: statusLabels[stage],
    icon: <StageGlyph status={stage} />,
    checked: stage === current,
    onSelect: () => onMove(stage),
  })),
  { kind: 'separator' as const },
  { label: 'Editar', icon: <Pencil />, onSelect: () => {} },
  { label: 'Excluir', icon: <Trash2 />, danger: true, onSelect: () => {} },
]

const Gallery = () => {
  const [theme, setTheme] = useTheme()
  const [density, setDensity] = useDensity()
  const [query, setQuery] = useState('')
  const [page, setPage] = useState(5)
  const [busy, setBusy] = useState(false)
  const [dialog, setDialog] = useState(false)
  const [asking, setAsking] = useState(false)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [stage, setStage] = useState<string>('novo-lead')
  return (
    <>
      <SkipLink />
      <header className="sticky top-0 z-header flex h-14 items-center gap-4 border-border border-b bg-surface px-4 md:px-6">
        <strong className="font-logo text-lg">Fechou</strong>
        <nav aria-label="Principal" className="flex gap-1">
          <a href="#a" aria-current="page" className="rounded-control bg-hover px-3 py-1.5 font-medium">
            Dashboard
          </a>
          <a href="#b" className="rounded-control px-3 py-1.5 font-medium text-text2">
            Kanban
          </a>
        </nav>
        <Button variant="primary" icon={<Plus />} className="ml-auto">
          Novo Lead
        </Button>
      </header>
      <main id="conteudo" tabIndex={-1} className="mx-auto grid max-w-page gap-4 p-4 outline-none md:p-6">
        <h1>Galeria</h1>
        <Section title="Preferências">
          <SelectField label="Tema" value={theme} onChange={event => setTheme(event.target.value as Theme)}>
            <option value="system">Sistema</option>
            <option value="light">Claro</option>
            <option value="dark">Escuro</option>
          </SelectField>
          <Button onClick={() => setDensity(density === 'compact' ? 'comfortable' : 'compact')}>
            Densidade: {density === 'compact' ? 'compacta' : 'confortável'}
          </Button>
        </Section>
        <Section title="Botões">
          <Button variant="primary" icon={<Plus />}>
            Novo Lead
          </Button>
          <Button>Filtros Avançados</Button>
          <Button icon={<FileDown />}>Exportar PDF</Button>
          <Button variant="ghost">Limpar Filtros</Button>
          <Button variant="dangerGhost" icon={<Trash2 />}>
            Excluir
          </Button>
          <Button variant="danger">Excluir lead</Button>
          <Button disabled>Desabilitado</Button>
          <Button variant="primary" busy={busy} onClick={() => setBusy(true)}>
            {busy ? 'Salvando...' : 'Salvar'}
          </Button>
          <Button size="sm">Pequeno</Button>
          <IconButton label="Copiar" icon={<Copy />} />
          <IconButton label="Copiar pequeno" size="sm" icon={<Copy />} />
          <ButtonLink to="/x">Um link</ButtonLink>
          <MenuButton label="Ações de João" iconOnly icon={<Ellipsis />} items={moveItems(stage, setStage)} />
          <MenuButton label="Status" align="start" items={moveItems(stage, setStage)} />
        </Section>
        <Section title="Campos">
          <div className="grid w-full gap-4 md:grid-cols-3">
            <TextField label="Nome" defaultValue="João Pedro Araújo" autoComplete="name" />
            <TextField
              label="E-mail"
              type="email"
              error="Informe um e-mail válido"
              defaultValue="joao@"
              hint="Só nós vemos."
            />
            <TextField label="Telefone" optional placeholder="(11) 98765-4321" />
            <PasswordField label="Senha" autoComplete="current-password" defaultValue="segredo123" />
            <SelectField label="Etapa" defaultValue="ganho">
              {stages.map(value => (
                <option key={value} value={value}>
                  {statusLabels[value]}
                </option>
              ))}
            </SelectField>
            <DateField label="Fechamento" defaultValue="2026-03-05" />
            <SearchField
              label="Buscar leads"
              placeholder="Buscar por nome, negócio ou email..."
              value={query}
              onValue={setQuery}
            />
            <TextField label="Sem edição" disabled defaultValue="Não muda" />
            <TextArea label="Observações" hint="Até 2.000 caracteres." className="md:col-span-3" />
          </div>
        </Section>
        <Section title="Etapas">
          {leadStatuses.map(status => (
            <StageBadge key={status} status={status} />
          ))}
          {stages.map(status => (
            <StageGlyph key={status} status={status} />
          ))}
        </Section>
        <Section title="Selos">
          <Badge>Inativa</Badge>
          <Badge tone="quiet">Desconhecido</Badge>
          <Badge tone="brand">Teste: 2 dias</Badge>
          <Badge tone="success">Ativa</Badge>
          <Badge tone="warn">Pagamento atrasado</Badge>
          <Badge tone="danger">Recusada</Badge>
        </Section>
        <div className="grid gap-3 md:grid-cols-2">
          <Notice title="Seu teste termina em 2 dias" actions={<Button size="sm">Ver planos</Button>}>
            Depois disso seus leads ficam guardados e podem ser exportados.
          </Notice>
          <Notice tone="success" title="Assinatura realizada com sucesso!">
            Seu plano está ativo.
          </Notice>
          <Notice tone="warn" title="Pagamento atrasado">
            Atualize o cartão até 30/11/2026.
          </Notice>
          <Notice
            tone="danger"
            title="E-mail ou senha incorretos"
            actions={<Button size="sm">Tentar Novamente</Button>}
          >
            Confira os dados e tente de novo.
          </Notice>
        </div>
        <div className="grid gap-3 md:grid-cols-3">
          <div className="rounded-panel border border-border bg-surface">
            <EmptyState
              title="Seu funil começa aqui"
              text="Cadastre o primeiro lead ou importe uma planilha."
              actions={<Button variant="primary">Novo Lead</Button>}
            />
          </div>
          <div className="rounded-panel border border-border bg-surface">
            <EmptyState
              kind="search"
              title="Nenhum lead encontrado"
              text="Ajuste os filtros para ver mais resultados"
              actions={<Button>Limpar Filtros</Button>}
            />
          </div>
          <div className="rounded-panel border border-border bg-surface">
            <EmptyState
              kind="error"
              title="Não foi possível carregar seus leads"
              text="A conexão caiu no meio do caminho."
              actions={<Button>Tentar novamente</Button>}
            />
          </div>
        </div>
        <Section title="Espera">
          <Spinner />
          <Spinner text="Verificando autenticação..." />
          <SkeletonRegion className="grid w-60 gap-2">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-4 w-60" />
            <Skeleton className="h-4 w-24" />
          </SkeletonRegion>
        </Section>
        <Pagination page={page} pageCount={9} onPage={setPage} />
        <Section title="Camadas">
          <Button onClick={() => setDialog(true)}>Abrir janela</Button>
          <Button onClick={() => setAsking(true)}>Perguntar</Button>
          <Button onClick={event => setAnchor(event.currentTarget)}>Menu ancorado</Button>
          <Button onClick={() => toast.success({ title: 'Lead salvo', description: 'João Pedro Araújo' })}>
            Sucesso
          </Button>
          <Button
            onClick={() =>
              toast.error({
                title: 'Erro ao atualizar lead!',
                description: 'João voltou para Novo Lead.',
                action: { label: 'Tentar de novo', onClick: () => announce('Tentando') },
              })
            }
          >
            Erro
          </Button>
        </Section>
      </main>
      <Menu
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchor={anchor}
        label="Ações de Maria"
        items={moveItems(stage, setStage)}
      />
      <Dialog
        open={dialog}
        title="Novo Lead"
        description="Os campos marcados como opcionais podem ficar vazios."
        onClose={() => setDialog(false)}
        footer={
          <>
            <Button onClick={() => setAsking(true)}>Cancelar</Button>
            <Button variant="primary">Salvar</Button>
          </>
        }
      >
        <div className="grid gap-4">
          <TextField label="Nome" />
          <TextField label="Negócio" />
          <TextField label="Telefone" optional />
          <TextField label="E-mail" optional />
          <TextArea label="Observações" optional />
          <MenuButton label="Menu dentro" items={moveItems(stage, setStage)} />
          <Button onClick={() => toast.error({ title: 'Erro ao salvar' })}>Erro aqui</Button>
        </div>
      </Dialog>
      <ConfirmDialog
        open={asking}
        danger
        title="Excluir lead"
        text="Tem certeza que deseja excluir este lead?"
        confirmLabel="Excluir"
        onConfirm={() => setAsking(false)}
        onCancel={() => setAsking(false)}
      />
      <Toaster />
      <LiveRegion />
    </>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <Gallery />
      </BrowserRouter>
    </StrictMode>,
  )
