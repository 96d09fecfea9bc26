"""The oracle of Covington's algorithms (Covington 2001; UND Figure 2): link where there is a gold arc, go on to the
left while one waits there, then shift. For the projective variant the same, where it permits the arc.
"""

from __future__ import annotations

from multiplane.kernels.jit import kernel
from multiplane.transition.machine.memory import Ints
from multiplane.transition.oracles.gold import waits_on_the_left
from multiplane.transition.oracles.places import first_of_buffer, top_of_stack
from multiplane.transition.oracles.profile import ARC_TRANSITIONS, SHIFT_NUMBER, SKIP_NUMBER
from multiplane.transition.oracles.static.greedy import NONE, arc_transition


@kernel
def next_covington(plan: Ints, program: Ints, memory: Ints, gold: Ints, longest: int) -> int:
    """The next transition, or −1 at the end."""
    first = first_of_buffer(memory)
    if first < 0:
        return NONE
    arc = arc_transition(plan, program, memory, gold, plan[ARC_TRANSITIONS], longest)
    if arc >= 0:
        return arc
    top = top_of_stack(memory)
    if top > 0 and waits_on_the_left(gold, first, top):
        return int(plan[SKIP_NUMBER])
    return int(plan[SHIFT_NUMBER])
