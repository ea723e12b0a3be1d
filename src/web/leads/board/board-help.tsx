import { Dialog } from '#web/ui/overlays/dialog.tsx'

const shortcuts: [keys: string[], what: string][] = [
  [['↑', '↓'], 'Card acima ou abaixo'],
  [['←', '→'], 'Etapa ao lado'],
  [['Tab'], 'Botão ⋯ do card e, depois, próxima etapa'],
  [['Home', 'End'], 'Primeiro ou último card da etapa'],
  [['Page Up', 'Page Down'], 'Oito cards acima ou abaixo'],
  [['Enter'], 'Abrir o lead'],
  [['M'], 'Menu do card, com “Mover para…”'],
  [['X', 'Shift + clique'], 'Selecionar o card'],
  [['[', ']'], 'Mover para a etapa anterior ou seguinte'],
  [['?'], 'Esta ajuda'],
  [['Esc'], 'Fechar menu, janela ou tela cheia'],
]

/** Lists the keyboard shortcuts of a focused card. */
export default function BoardHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title="Atalhos do teclado" description="Valem enquanto um card está em foco." onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2.5">
        {shortcuts.map(([keys, what]) => (
          <div key={what} className="contents">
            <dt className="flex gap-1.5">
              {keys.map(key => (
                <kbd
                  key={key}
                  className="min-w-8 rounded-chip border border-border-strong px-2 py-0.5 text-center font-sans text-sm"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
