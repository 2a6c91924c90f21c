const pairs = (text: string): [string, string][] =>
  text
    .trim()
    .split(/\s+/)
    .map((pair) => [pair.charAt(0), `\\${pair.slice(1)}`]);

/** Signs that LaTeX has a word for; those that it takes as they are, such as + and =, are not here. */
export const signs: ReadonlyMap<string, string> = new Map(
  pairs(`αalpha βbeta γgamma δdelta εvarepsilon ϵepsilon ζzeta ηeta θtheta ιiota κkappa λlambda μmu νnu ξxi πpi ρrho
    σsigma ςvarsigma τtau υupsilon φvarphi ϕphi χchi ψpsi ωomega ΓGamma ΔDelta ΘTheta ΛLambda ΞXi ΠPi ΣSigma ΥUpsilon
    ΦPhi ΨPsi ΩOmega ∞infty ±pm ∓mp ×times ÷div ·cdot ⋅cdot ∗ast ≤leq ≥geq ≠neq ≈approx ≡equiv ∼sim ≅cong ∝propto
    ∈in ∉notin ⊂subset ⊆subseteq ⊃supset ⊇supseteq ∪cup ∩cap ∅emptyset ∀forall ∃exists ¬neg ∧wedge ∨vee →to ←leftarrow
    ⇒Rightarrow ⇐Leftarrow ⇔Leftrightarrow ↔leftrightarrow ↦mapsto ∂partial ∇nabla ℏhbar ℓell …ldots ⋯cdots ⋮vdots ⋱ddots
    ∑sum ∏prod ∫int ∮oint √surd ∠angle ⊥perp ∥parallel ⊕oplus ⊗otimes ∘circ ′prime ℝmathbb{R} ℕmathbb{N} ℤmathbb{Z}
    ℚmathbb{Q} ℂmathbb{C} ≪ll ≫gg`),
);

export const operators: ReadonlyMap<string, string> = new Map(
  pairs('∑sum ∏prod ∐coprod ∫int ∬iint ∭iiint ∮oint ⋃bigcup ⋂bigcap ⋁bigvee ⋀bigwedge ⨁bigoplus ⨂bigotimes'),
);

export const accents: ReadonlyMap<string, string> = new Map([
  ['\u0302', '\\hat'],
  ['\u0303', '\\tilde'],
  ['\u0304', '\\bar'],
  ['\u0305', '\\overline'],
  ['\u0307', '\\dot'],
  ['\u0308', '\\ddot'],
  ['\u030C', '\\check'],
  ['\u0306', '\\breve'],
  ['\u0301', '\\acute'],
  ['\u0300', '\\grave'],
  ['\u20D7', '\\vec'],
  ['\u2192', '\\vec'],
]);

export const functionNames: ReadonlySet<string> = new Set(
  'sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan log ln lg exp lim max min sup inf det dim ker arg gcd'.split(
    ' ',
  ),
);

const marks = (commands: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(commands).flatMap(([name, chars]) => Array.from(chars, (char) => [char, `\\${name}`] as const)),
  );

/** What MathML puts above a letter: signs of their own, where Office Math has combining ones. */
export const overs: ReadonlyMap<string, string> = marks({
  hat: '^ˆ\u0302',
  tilde: '~˜\u0303',
  overline: '¯‾―_\u0304\u0305',
  dot: '˙.\u0307',
  ddot: '¨\u0308',
  check: 'ˇ\u030C',
  breve: '˘\u0306',
  acute: '´\u0301',
  grave: '`\u0300',
  vec: '→⃗',
  overbrace: '⏞︷',
});

export const unders: ReadonlyMap<string, string> = marks({ underline: '_¯‾―\u0332', underbrace: '⏟︸' });
